import { useWords } from '@recado/sdk/ui'
import { useShowConversations } from './conversations-behind.tsx'
import type { ChosenNumber } from './questions.ts'

/** A number that opens the conversations it counts; plain text where there are none to open. */
export function NumberButton({ text, opens }: { text: string; opens: ChosenNumber | undefined }) {
  const { t } = useWords()
  const show = useShowConversations()
  if (!show || !opens) return <>{text}</>
  return (
    <button
      type="button"
      className={
        'cursor-pointer text-left underline decoration-dotted decoration-1 underline-offset-4 hover:decoration-solid'
      }
      aria-label={t('behind.open', { name: opens.title, value: text })}
      onClick={() => show(opens)}
    >
      {text}
    </button>
  )
}
