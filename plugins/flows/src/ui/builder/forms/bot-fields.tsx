import { Field, Select, useWords } from '@recado/sdk/ui'
import { VariableName } from '../../../graph/graph.ts'
import { maxBotSeconds } from '../../../graph/limits.ts'
import { useOffer } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'
import { LineField, NumberField, TextField, WordsField } from './fields.tsx'
import { SilenceField } from './menu-fields.tsx'

/** Words that no variable can be called are left out. */
const isName = (word: string): boolean => VariableName.safeParse(word).success

/** Which bot has the conversation, what it is told first, and how long it may take. */
export function BotFields({ data, onChange }: FieldsOf<'bot'>) {
  const { t } = useWords()
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  const offered = useOffer().data?.bots ?? []
  const isKnown = data.provider === '' || offered.some(({ plugin }) => plugin === data.provider)
  return (
    <>
      <Field label={t('form.botProvider')} {...(offered.length === 0 && { help: t('form.noBots') })}>
        <Select
          value={data.provider}
          options={[
            { value: '', label: '–' },
            ...offered.map(({ plugin, title }) => ({ value: plugin, label: title })),
            ...(isKnown ? [] : [{ value: data.provider, label: t('form.goneBlock', { name: data.provider }) }]),
          ]}
          onValueChange={(provider) => set({ provider })}
        />
      </Field>
      <LineField
        label={t('form.bot')}
        help={t('form.botHelp')}
        max={200}
        value={data.bot}
        onChange={(bot) => set({ bot })}
      />
      <TextField
        label={t('form.botText')}
        help={t('form.botTextHelp')}
        rows={2}
        value={data.text}
        onChange={(text) => set({ text })}
      />
      <NumberField
        label={t('form.botSeconds')}
        value={data.seconds}
        min={5}
        max={maxBotSeconds}
        onChange={(seconds) => set({ seconds: seconds ?? 60 })}
      />
      <WordsField
        label={t('form.botVariables')}
        help={t('form.botVariablesHelp')}
        value={data.variables}
        onChange={(words) => set({ variables: words.filter((word) => isName(word)) })}
      />
      <SilenceField data={data} onChange={set} />
    </>
  )
}
