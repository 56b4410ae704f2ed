import { createContext, use } from 'react'
import { MarkedText } from './MarkedText.tsx'
import { SafeText } from './SafeText.tsx'

/** Whether the channel of the conversation around draws marks in texts that do not say so themselves. */
export const DrawsMarks = createContext(false)

/** A caption, or a text on its way: as its channel draws it. */
export const ChannelText = ({ text }: { text: string }) =>
  use(DrawsMarks) ? <MarkedText text={text} /> : <SafeText text={text} />
