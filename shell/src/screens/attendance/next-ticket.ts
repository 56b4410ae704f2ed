import type { Ticket } from '../../base/contracts.ts'

type Listed = Pick<Ticket, 'id' | 'status'>

const goesOn = ({ status }: Listed) => status !== 'closed'

/**
 * The conversation to go on with after this one: the next below it in the list that is not over, else the next above.
 * One that has left the list, as when it was answered in a list of those without an answer, is followed by the first of
 * those that stood below it there; one that was never in it by the first of the list. `undefined` where there is no
 * other.
 */
export function nextAfter(list: readonly Listed[], id: string, stoodBelow: readonly string[] = []): string | undefined {
  const at = list.findIndex((one) => one.id === id)
  if (at < 0) {
    const open = list.filter(goesOn)
    return (stoodBelow.flatMap((below) => open.find((one) => one.id === below) ?? [])[0] ?? open[0])?.id
  }
  return (list.slice(at + 1).find(goesOn) ?? list.slice(0, at).findLast(goesOn))?.id
}

/** Those below this one in the list; undefined where it is not in it. */
export function idsBelow(list: readonly Listed[], id: string): string[] | undefined {
  const at = list.findIndex((one) => one.id === id)
  return at < 0 ? undefined : list.slice(at + 1).map((one) => one.id)
}
