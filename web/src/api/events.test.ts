import { describe, expect, it } from "vitest";
import { EventParser, readEvents } from "./events";

describe("EventParser", () => {
  it("returns an event at its blank line, regardless of chunk size", () => {
    const text = 'event: wait\ndata: {"ahead":2}\n\n: keepalive\n\nevent: analysis\ndata: {"a":1}\n\n';
    for (const size of [1, 3, 1000]) {
      const parser = new EventParser();
      const events = [];
      for (let i = 0; i < text.length; i += size) events.push(...parser.push(text.slice(i, i + size)));
      expect(events).toEqual([
        { event: "wait", data: '{"ahead":2}' },
        { event: "analysis", data: '{"a":1}' },
      ]);
    }
  });

  it("joins multiple data lines", () => {
    expect(new EventParser().push("data: a\r\ndata: b\r\n\r\n")).toEqual([{ event: "message", data: "a\nb" }]);
  });
});

describe("readEvents", () => {
  it("decodes characters split across chunks", async () => {
    const bytes = new TextEncoder().encode("data: é\n\n");
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(body)) events.push(event.data);
    expect(events).toEqual(["é"]);
  });
});
