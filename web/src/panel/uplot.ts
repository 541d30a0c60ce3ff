// Apart, so that it is fetched only when a graph is shown.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export { uPlot };
