import { maxTextLength, type Part } from '@recado/contracts'
import { storable, withTexts } from './clean-event.ts'

/** Parts as they are stored: clean text, cut where it is longer than core keeps. */
export const cleanParts = (parts: readonly Part[]): Part[] =>
  withTexts([...parts], (text) => storable(text).slice(0, maxTextLength))
