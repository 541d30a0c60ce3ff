// Detects a game that is open in two tabs.
interface Message {
  id: string; // of the game
  asks: boolean; // the other tab wants a reply
}

export class Tabs {
  readonly #channel = new BroadcastChannel("sow.games");

  constructor(currentId: () => string, onConflict: () => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.id !== currentId()) return;
      onConflict();
      if (data.asks) this.#send({ id: data.id, asks: false });
    };
  }

  announce(id: string): void {
    this.#send({ id, asks: true });
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}
