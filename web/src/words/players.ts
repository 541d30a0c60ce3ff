// The names of players and of the opponents on the ladder.
export const person = "Person";
export const friend = "Friend";
export const computer = (details: string): string => `Computer (${details})`;
export const option = (name: string, value: number): string => `${name} ${value}`;
export const kind = (name: string): string => (name === "human" ? person : name.charAt(0).toUpperCase() + name.slice(1));

export const strength = (n: number, of: number): string => `strength ${n} of ${of}`;
export const named = (name: string, strength: string): string => `${name} (${strength})`;

// By player specification, the weakest first.
export const ladder: readonly { who: string; name: string; about: string }[] = [
  { who: "random", name: "Ama", about: "Picks a pit at random" },
  { who: "engine:level=1", name: "Kojo", about: "Never looks ahead" },
  { who: "greedy", name: "Zuri", about: "Grabs every capture" },
  { who: "engine:level=2", name: "Rafi", about: "Fast and careless" },
  { who: "engine:level=3", name: "Nadia", about: "Sees your next move coming" },
  { who: "engine:level=4", name: "Tunde", about: "Patient, but misses things" },
  { who: "engine:level=5", name: "Leila", about: "Sets small traps" },
  { who: "engine:level=6", name: "Bakari", about: "Punishes your mistakes" },
  { who: "engine:level=8", name: "Aizada", about: "Forgets nothing" },
  { who: "engine:level=10", name: "Solomon", about: "The engine at full strength" },
];
