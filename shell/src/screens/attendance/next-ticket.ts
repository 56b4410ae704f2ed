import type { Ticket } from '../../base/contracts.ts'

/**
 * The conversation to go on with after this one: the next below it in the list that is not over, else the next above.
 * One that has left the list, as when it was taken from the queue, is followed by the first. `undefined` where there is
 * no other.
 */
export function nextAfter(list: readonly Pick<Ticket, 'id' | 'status'>[], id: string): string | undefined {
  const at = list.findIndex((one) => one.id === id)
  const goesOn = ({ status }: Pick<Ticket, 'status'>) => status !== 'closed'
  return (list.slice(at + 1).find(goesOn) ?? list.slice(0, at).findLast(goesOn))?.id
}
