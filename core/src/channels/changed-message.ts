/** A message that looks different now. */
export interface Changed {
  readonly id: string
  readonly ticketId: string
  readonly shown?: 'chat:delete'
  readonly preview?: boolean
}
