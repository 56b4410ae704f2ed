import type { AutomationBlock } from '@recado/sdk'
import { BlockValues } from '@recado/sdk/ui'
import { useActionWords } from './use-action-words.ts'

/** Line of another plugin's action, with its input below. */
export function ActionLine({ action, input }: { action: AutomationBlock; input: Readonly<Record<string, unknown>> }) {
  const { titleOf, pluginOf, isReady } = useActionWords([action])
  return (
    <>
      <span className="break-words">{titleOf(action)}</span>
      <span className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
        {pluginOf(action)}
        {isReady && (
          <span className="min-w-0 break-words" dir="auto">
            <BlockValues
              fields={action.fields}
              values={input}
              namespace={action.namespace}
              prefix={`${action.words}.fields`}
            />
          </span>
        )}
      </span>
    </>
  )
}
