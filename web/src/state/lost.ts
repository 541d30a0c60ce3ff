// A server that comes back when the test says so, for vi.mock of the API client: serverBack() waits for `lost.back()`.
export const lost = { back: (): void => undefined };
export async function withLostServer(original: () => Promise<unknown>): Promise<Record<string, unknown>> {
  return {
    ...((await original()) as object),
    serverBack: (signal: AbortSignal) => new Promise<void>((resolve, reject) => {
      lost.back = resolve;
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
  };
}
