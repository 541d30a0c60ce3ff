import { expect, it } from "vitest";
import { byLetter, count, personal } from "./words";

it("names pits by their letters", () => {
  expect(byLetter("South plays E4: 3 seeds, the last in a7; captures 14 from b8.", { E: "E4", a: "a7", b: "b8" }))
    .toBe("South plays E: 3 seeds, the last in a; captures 14 from b.");
});

it("speaks of you and the computer where one person plays", () => {
  expect(personal("South plays E: 3 seeds, the last in a. South moves again.", "S"))
    .toBe("You play E: 3 seeds, the last in a. You move again.");
  expect(personal("North plays b: 1 seed, falling in c.", "S")).toBe("The computer plays b: 1 seed, falling in c.");
  expect(personal("The game is over: South's pits are empty. North wins 26 to 22.", "N"))
    .toBe("The game is over: the computer's pits are empty. You win 26 to 22.");
  expect(personal("F would leave North without a seed.", "S")).toBe("F would leave the computer without a seed.");
  expect(personal("North cannot move and passes.", "N")).toBe("You cannot move and pass.");
  expect(personal("South has more than half of the seeds and has won, whatever follows.", "S"))
    .toBe("You have more than half of the seeds and have won, whatever follows.");
  expect(personal("South plays I: 2 seeds, the last in a. South owns a now.", "S")).toBe("You play I: 2 seeds, the last in a. You own a now.");
  expect(personal("South fills 6 pits with 7 seeds each; A is closed. South begins round 2.", "S"))
    .toBe("You fill 6 pits with 7 seeds each; A is closed. You begin round 2.");
  expect(personal("South to move.", null)).toBe("South to move.");
});

it("counts things", () => {
  expect([count(0, "move"), count(1, "move"), count(2, "move")]).toEqual(["0 moves", "1 move", "2 moves"]);
});
