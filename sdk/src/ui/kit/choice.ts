import type { ReactElement, ReactNode } from 'react'

/** One of what a `ChoicePopover` offers. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Heading of the choice; choices of one heading are grouped. */
  readonly group?: string
  /** A company's own colour, as a dot beside the label. */
  readonly color?: string
  /** Name of an icon of the kit. */
  readonly icon?: string
  /** Found by these words too. */
  readonly keywords?: readonly string[]
}

/** Props of `ChoicePopover`: the button that opens it, the choices, and the callback. */
export interface ChoicePopoverProps {
  /** A button; it opens the list and gets the focus back. */
  trigger: ReactElement
  /** Label of the choice: "Queue". For screen readers. */
  label: string
  choices: readonly Choice[]
  /** Values that are marked. */
  chosen?: readonly string[]
  /** Stays open for the next one. */
  several?: boolean
  onChoose(value: string): void
  /** Instead of the list: that it could not be read, that there is nothing to choose from. */
  instead?: ReactNode
}
