// Synthesized sounds of seeds on wood.
import type { Event, Turn } from "../api/types";
import { scatter } from "../board/placement";

export class Sound {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #count = 0;

  constructor(private readonly enabled: () => boolean) {}

  event(event: Event, hold: number): void {
    if (event.do === "drop") this.#tock(event.at === "store" ? 0.75 : 1, Math.min(1, hold / 60));
    else if (event.do === "lift") this.#rustle();
    else if ("seeds" in event) this.#pour(event.seeds);
  }

  // The sound of a whole turn, for play without animation.
  turn(turn: Turn): void {
    if (turn.taken > 0) this.#pour(turn.taken);
    else this.#tock(1, 1);
  }

  end(won: boolean): void {
    for (const [i, pitch] of (won ? [392, 494, 587] : [392, 370, 330]).entries()) this.#tone(pitch, 0.12, 0.5, i * 0.13);
  }

  // Browsers allow sound only after user interaction. Returns null until then and while muted.
  #ready(): AudioContext | null {
    if (!this.enabled() || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return null;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") void this.#context.resume();
    return this.#context;
  }

  #tock(pitch: number, loud: number): void {
    const vary = 0.9 + 0.25 * scatter(3, this.#count++);
    this.#knock(620 * pitch * vary, 0.2 * loud, 0);
    this.#tone(190 * pitch * vary, 0.09 * loud, 0.07, 0);
  }

  #pour(seeds: number): void {
    for (let i = 0; i < Math.min(seeds, 7); ++i) this.#knock(700 + 260 * scatter(9, this.#count++), 0.17, 0.03 + i * 0.038);
  }

  #rustle(): void {
    for (let i = 0; i < 3; ++i) this.#knock(1500 + 500 * scatter(4, this.#count++), 0.05, i * 0.03);
  }

  // A short burst of band-pass filtered noise, like something small and hard on wood.
  #knock(pitch: number, loud: number, delay: number): void {
    const context = this.#ready();
    if (!context) return;
    this.#noise ??= whiteNoise(context);
    const source = new AudioBufferSourceNode(context, { buffer: this.#noise });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 5 });
    this.#play(context, source.connect(band), source, loud * 2.4, 0.05, delay);
  }

  #tone(pitch: number, loud: number, length: number, delay: number): void {
    const context = this.#ready();
    if (!context) return;
    const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
    this.#play(context, source, source, loud, length, delay);
  }

  #play(
    context: AudioContext, out: AudioNode, source: AudioScheduledSourceNode, loud: number, length: number, delay: number,
  ): void {
    const start = context.currentTime + delay;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
    out.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + length + 0.02);
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = scatter(17, i) * 2 - 1;
  return buffer;
}
