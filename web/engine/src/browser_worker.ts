import type { ToWorker } from "./protocol.js";
import { serve } from "./serve.js";

const receive = serve((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => void receive(data);
