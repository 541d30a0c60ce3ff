"""The rules of kalah, for the judges."""


class Kalah:
    """A board: pits[side][i] in sowing order and stores[side]. Side 0 is South."""

    def __init__(self, pits, seeds):
        self.pits = [[seeds] * pits for _ in range(2)]
        self.stores = [0, 0]

    def legal(self, side):
        return [i for i, seeds in enumerate(self.pits[side]) if seeds]

    def over(self):
        return not self.legal(0) or not self.legal(1)

    def play(self, side, pit):
        """Plays a move. Returns whether the mover moves again."""
        size = len(self.pits[0])
        hand, self.pits[side][pit] = self.pits[side][pit], 0
        where, at = side, pit
        while hand:
            at += 1
            if at == size and where == side:  # the mover's store, then the other side
                self.stores[side] += 1
                hand -= 1
                if not hand:
                    self.collect()
                    return True
            if at >= size:
                where, at = 1 - where, 0
                if not hand:
                    break
            self.pits[where][at] += 1
            hand -= 1
        facing = size - 1 - at
        if where == side and self.pits[side][at] == 1 and self.pits[1 - side][facing]:
            self.stores[side] += 1 + self.pits[1 - side][facing]
            self.pits[side][at] = self.pits[1 - side][facing] = 0
        self.collect()
        return False

    def collect(self):
        """If one side is empty, the game ends and the other player captures the remaining seeds."""
        if self.over():
            for side in range(2):
                self.stores[side] += sum(self.pits[side])
                self.pits[side] = [0] * len(self.pits[side])
