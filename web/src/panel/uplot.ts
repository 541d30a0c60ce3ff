// A separate module, loaded only when a graph is shown.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export { uPlot };
