import { createContext, use, useState, type ReactNode } from 'react'
import { ConversationsDialog } from './conversations-dialog.tsx'
import type { ChosenNumber } from './questions.ts'

const ShowConversations = createContext<((chosen: ChosenNumber) => void) | undefined>(undefined)

/** Numbers below it open the conversations that they count. */
export function ConversationsBehind({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<ChosenNumber>()
  return (
    <ShowConversations value={setChosen}>
      {children}
      {chosen && <ConversationsDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </ShowConversations>
  )
}

/** Opens the conversations behind a number; undefined where nothing shows them. */
export const useShowConversations = () => use(ShowConversations)
