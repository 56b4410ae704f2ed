/** A failure that says nothing about the event: this process has stopped handling the consumer, or has to. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
