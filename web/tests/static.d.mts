export function serveFolder(folder: string, path?: string, port?: number): Promise<{ base: string; stop: () => Promise<void> }>;
