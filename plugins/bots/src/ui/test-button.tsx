import { Button, useErrorText, useWords } from '@recado/sdk/ui'
import type { Bot } from '../bots/bot.ts'
import { useTestBot } from './use-bots.ts'

/** Tries a bot, and says beside the button what came of it. */
export function TestButton({ bot }: { bot: Bot }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const test = useTestBot()
  const isGood = test.data?.outcome === 'started'
  const told = test.error ? textOf(test.error) : test.data && t(`test.${test.data.outcome}`, { count: test.data.says })
  return (
    <>
      <p
        role="status"
        className={`order-last basis-full text-xs empty:hidden ${isGood ? 'text-ink-muted' : 'text-danger'}`}
      >
        {told}
      </p>
      <Button
        size="small"
        busy={test.isPending}
        aria-label={t('test.label', { name: bot.name })}
        onClick={() => test.mutate(bot.id)}
      >
        {t('test.run')}
      </Button>
    </>
  )
}
