// Stops a worker that is busy in WebAssembly and does not return to its event loop: it polls a flag.
//
// The flag is shared memory where the platform has it: in Node, and on pages that are isolated from other origins. On
// other pages, it is the address of a blob, which the page revokes. A synchronous request for a revoked address fails.
export type StopToken = { memory: SharedArrayBuffer } | { address: string };

const pollInterval = 15; // ms between requests for a blob; the module polls every 20 ms

export class StopFlag {
  readonly token: StopToken;

  constructor() {
    const isolated = typeof SharedArrayBuffer === "function" && (globalThis.crossOriginIsolated ?? true); // undefined in Node
    this.token = isolated ? { memory: new SharedArrayBuffer(4) } : { address: URL.createObjectURL(new Blob([""])) };
  }

  set(): void {
    if ("memory" in this.token) Atomics.store(new Int32Array(this.token.memory), 0, 1);
    else URL.revokeObjectURL(this.token.address);
  }
}

// The worker's side: whether the flag has been set.
export function stopPoll(token: StopToken): () => boolean {
  if ("memory" in token) {
    const flag = new Int32Array(token.memory);
    return () => Atomics.load(flag, 0) !== 0;
  }
  let next = 0;
  let stopped = false;
  return () => {
    const now = performance.now();
    if (stopped || now < next) return stopped;
    stopped = !isReachable(token.address);
    next = performance.now() + pollInterval;
    return stopped;
  };
}

function isReachable(address: string): boolean {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  try {
    request.send();
    return true;
  } catch {
    return false;
  }
}
