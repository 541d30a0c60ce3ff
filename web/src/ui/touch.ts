// Whether the main pointer is a finger.
export const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;
