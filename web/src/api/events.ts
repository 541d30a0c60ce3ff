// Parses server-sent events from a byte stream. EventSource cannot send POST requests.

export interface ServerEvent {
  event: string;
  data: string;
}

// Accepts text in chunks of any size and returns complete events.
export class EventParser {
  #rest = "";

  push(text: string): ServerEvent[] {
    this.#rest += text;
    const blocks = this.#rest.split(/\r?\n\r?\n/);
    this.#rest = blocks.pop() ?? "";
    return blocks.map(parseBlock).filter((event) => event.data !== "");
  }
}

function parseBlock(block: string): ServerEvent {
  const result = { event: "message", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // a comment, or a field without a value
    const value = line.slice(colon + 1).replace(/^ /, "");
    const field = line.slice(0, colon);
    if (field === "event") result.event = value;
    if (field === "data") result.data += (result.data && "\n") + value;
  }
  return result;
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
