// IndexedDB as promises. Values in every store have an `id`.
export const stores = ["games", "reports", "lines", "ladder"] as const;
export type StoreName = (typeof stores)[number];
export type Row = { id: string };

// Any operation can fail: browsers can disable storage.
export interface Database {
  put(values: Partial<Record<StoreName, Row>>): Promise<void>; // all or nothing
  putAll(rows: Partial<Record<StoreName, Row[]>>, clear: boolean): Promise<void>; // `clear`: and nothing else; all or nothing
  get(store: StoreName, id: string): Promise<unknown>;
  all(store: StoreName): Promise<unknown[]>;
  update(store: StoreName, id: string, change: (old: unknown) => Row): Promise<void>; // no other tab writes between reading and writing
  remove(id: string, from: readonly StoreName[]): Promise<void>;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.commit(); // do not wait: the page may be closed at any moment
  });

export class BrowserDatabase implements Database {
  #opened: Promise<IDBDatabase> | null = null;

  constructor(private readonly name: string) {}

  #open(): Promise<IDBDatabase> {
    // A failure is not final: another tab may have blocked the upgrade.
    return (this.#opened ??= this.#connect().catch((error) => {
      this.#opened = null;
      throw error;
    }));
  }
  #connect(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.name, 2);
      let blocked = false;
      request.onupgradeneeded = () => {
        for (const store of stores)
          if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath: "id" });
      };
      request.onsuccess = () => {
        if (blocked) return request.result.close(); // too late: it has been reported as an error
        // Another tab with a newer version of the page waits for this one.
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onblocked = () => {
        blocked = true;
        reject(new Error("an older version of the page is open in another tab"));
      };
      request.onerror = () => reject(request.error);
    });
  }

  async put(values: Partial<Record<StoreName, Row>>): Promise<void> {
    const names = stores.filter((store) => values[store]);
    const transaction = (await this.#open()).transaction(names, "readwrite");
    for (const store of names) transaction.objectStore(store).put(values[store]);
    await completed(transaction);
  }
  async putAll(rows: Partial<Record<StoreName, Row[]>>, clear: boolean): Promise<void> {
    const transaction = (await this.#open()).transaction(stores, "readwrite");
    for (const store of stores) {
      if (clear) transaction.objectStore(store).clear();
      for (const row of rows[store] ?? []) transaction.objectStore(store).put(row);
    }
    await completed(transaction);
  }
  async get(store: StoreName, id: string): Promise<unknown> {
    return answer((await this.#open()).transaction(store).objectStore(store).get(id));
  }
  async all(store: StoreName): Promise<unknown[]> {
    return answer((await this.#open()).transaction(store).objectStore(store).getAll());
  }
  async update(name: StoreName, id: string, change: (old: unknown) => Row): Promise<void> {
    const transaction = (await this.#open()).transaction(name, "readwrite");
    const store = transaction.objectStore(name);
    await new Promise<void>((resolve, reject) => {
      const request = store.get(id);
      request.onsuccess = () => void store.put(change(request.result));
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }
  async remove(id: string, from: readonly StoreName[]): Promise<void> {
    const transaction = (await this.#open()).transaction(from, "readwrite");
    for (const store of from) transaction.objectStore(store).delete(id);
    await completed(transaction);
  }
}
