// The access token of a server that is open to the network. The address it prints contains the token after #token=;
// the page stores it and sends it with every request.
const key = "sow.token";
const fragment = "#token=";

// Moves the token from the address to local storage. Returns whether there was one.
export function storeToken(): boolean {
  if (!location.hash.startsWith(fragment)) return false;
  localStorage.setItem(key, location.hash.slice(fragment.length));
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}

export function tokenHeader(): Record<string, string> {
  const token = localStorage.getItem(key);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
