import { Checkbox, useWords } from '@recado/sdk/ui'
import type { FlowPart } from '../../../graph/graph.ts'
import { maxPollOption, maxPollOptions, maxPollQuestion } from '../../../graph/limits.ts'
import { LineField, ListField } from './fields.tsx'

type PollPart = Extract<FlowPart, { kind: 'poll' }>

/** A poll: a question, its options, and whether somebody may vote for several of them. */
export function PollFields({ part, onChange }: { part: PollPart; onChange(part: PollPart): void }) {
  const { t } = useWords()
  return (
    <>
      <LineField
        label={t('form.pollQuestion')}
        help={t('form.pollHelp')}
        max={maxPollQuestion}
        value={part.question}
        onChange={(question) => onChange({ ...part, question })}
      />
      <ListField<string>
        title={t('form.options')}
        items={part.options}
        max={maxPollOptions}
        addLabel={t('form.addOption')}
        keyOf={(_option, at) => String(at)}
        create={() => ''}
        onChange={(options) => onChange({ ...part, options })}
      >
        {(option, change, at) => (
          <LineField
            label={t('form.option', { number: at + 1 })}
            max={maxPollOption}
            value={option}
            onChange={change}
          />
        )}
      </ListField>
      <Checkbox
        label={t('form.pollSeveral')}
        checked={part.several}
        onCheckedChange={(several) => onChange({ ...part, several })}
      />
    </>
  )
}
