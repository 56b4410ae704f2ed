/**
 * The first of so many rows, one below the other, whose lower edge is below a line; undefined where none is. Asks for
 * few edges.
 */
export function firstBelow(count: number, edgeOf: (row: number) => number, line: number): number | undefined {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (edgeOf(middle) > line) high = middle
    else low = middle + 1
  }
  return low < count ? low : undefined
}
