// The module of src/wasm, which emscripten compiles from the C++ engine. src/wasm/README.md describes it.
export interface SowModule {
  ccall(name: "sow_request", result: "string", types: ["string", "string", "string"], values: [method: string, target: string, body: string]): string;
  ccall(name: "sow_build_database", result: "string", types: ["string"], values: [game: string]): string;
  FS: {
    isDir(mode: number): boolean;
    stat(path: string): { mode: number };
    mkdirTree(path: string): void;
    readdir(path: string): string[];
    readFile(path: string): Uint8Array;
    writeFile(path: string, bytes: Uint8Array): void;
  };
}

export interface ModuleOptions {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
  onEvent(event: string, data: string): void;
  shouldStop(): boolean;
  print(text: string): void;
  printErr(text: string): void;
}

export type CreateModule = (options: ModuleOptions) => Promise<SowModule>;
