import { useEffect, useState } from 'preact/hooks'
import type { Chat, ChatState } from '../chat.ts'

/** The chat's state; redraws whenever it changes. */
export function useChat(chat: Chat): ChatState {
  const [state, setState] = useState(chat.state)
  useEffect(() => {
    const update = () => setState(chat.state)
    update()
    return chat.subscribe(update)
  }, [chat])
  return state
}
