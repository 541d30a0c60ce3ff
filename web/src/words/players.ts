// The names of players and of the opponents on the ladder.
export const person = "Person";
export const friend = "Friend";
export const computer = (details: string): string => `Computer (${details})`;
export const option = (name: string, value: number): string => `${name} ${value}`;
export const kind = (name: string): string => (name === "human" ? person : name.charAt(0).toUpperCase() + name.slice(1));

// By player specification, the weakest first.
export const ladder: readonly { who: string; name: string; about: string }[] = [
  { who: "random", name: "Sparrow", about: "Picks a pit at random" },
  { who: "engine:level=1", name: "Mouse", about: "Never looks ahead" },
  { who: "greedy", name: "Goat", about: "Grabs every capture" },
  { who: "engine:level=2", name: "Hare", about: "Fast and careless" },
  { who: "engine:level=3", name: "Monkey", about: "Sees your next move coming" },
  { who: "engine:level=4", name: "Crane", about: "Patient, but misses things" },
  { who: "engine:level=5", name: "Jackal", about: "Sets small traps" },
  { who: "engine:level=6", name: "Leopard", about: "Punishes your mistakes" },
  { who: "engine:level=8", name: "Elephant", about: "Forgets nothing" },
  { who: "engine:level=10", name: "Tortoise", about: "The engine at full strength" },
];
