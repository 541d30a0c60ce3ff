// The word a server may ask for that others can reach. The address it prints carries it, behind #token=; the browser keeps it, and
// every call sends it.
const key = "sow.token";
const fragment = "#token=";

// Whether the address has one.
export function takeToken(): boolean {
  if (!location.hash.startsWith(fragment)) return false;
  localStorage.setItem(key, location.hash.slice(fragment.length));
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}

export function tokenHeader(): Record<string, string> {
  const token = localStorage.getItem(key);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
