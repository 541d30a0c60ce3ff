// Keeps files in IndexedDB, by name. Without it, for example in Node or in a private window, nothing is kept.
const store = "files";

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class FileCache {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name: string): Promise<FileCache | null> {
    if (typeof indexedDB === "undefined") return null;
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      return new FileCache(await settled(request));
    } catch {
      return null;
    }
  }

  // The files whose names begin with `prefix`.
  async load(prefix: string): Promise<[name: string, bytes: Uint8Array][]> {
    const files = this.database.transaction(store).objectStore(store);
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [names, contents] = await Promise.all([settled(files.getAllKeys(range)), settled(files.getAll(range))]);
    return names.map((name, i) => [String(name), contents[i]]);
  }

  // Resolves when the file is kept, so that it survives the end of the worker. Failures are ignored, for example when
  // storage is full: the file will be built again.
  save(name: string, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      try {
        const transaction = this.database.transaction(store, "readwrite");
        transaction.oncomplete = transaction.onabort = () => resolve();
        transaction.objectStore(store).put(bytes, name);
      } catch {
        resolve();
      }
    });
  }
}
