import { BlockChoice, BlockForm, Button, Checkbox, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { comparisons, type FlowCondition, type VariableTest } from '../../../graph/graph.ts'
import { maxConditions, maxValueLength } from '../../../graph/limits.ts'
import type * as z from 'zod'
import { useOffer } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'
import { ChoiceField, LineField, ListField } from './fields.tsx'

type Condition = z.output<typeof FlowCondition>

/** One condition of a plugin by its own form, until more are asked for; otherwise all of them. */
export function ConditionFields({ data, onChange }: FieldsOf<'condition'>) {
  const { t } = useWords()
  const offered = useOffer().data?.conditions
  const [isWhole, setWhole] = useState(false)
  const [call, ...others] = data.conditions
  const block = offered?.find(({ plugin, name }) => plugin === call?.plugin && name === call.name)
  if (isWhole || !call || !block || others.length + data.tests.length > 0)
    return <AllConditions data={data} onChange={onChange} />
  const set = (condition: Condition): void => onChange({ ...data, conditions: [condition] })
  return (
    <>
      {block.fields.length > 0 && (
        <BlockForm
          fields={block.fields}
          namespace={block.namespace}
          prefix={`${block.words}.fields`}
          values={call.input}
          issues={{}}
          onChange={(input) => set({ ...call, input })}
        />
      )}
      <Checkbox
        checked={call.negated}
        label={t('form.negated')}
        onCheckedChange={(negated) => set({ ...call, negated })}
      />
      <Button size="small" className="self-start" onClick={() => setWhole(true)}>
        {t('form.moreConditions')}
      </Button>
    </>
  )
}

/** Questions about the conversation, which plugins contribute, and about variables of the flow. */
function AllConditions({ data, onChange }: FieldsOf<'condition'>) {
  const { t } = useWords()
  const offer = useOffer().data
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  return (
    <>
      <ChoiceField
        label={t('form.match')}
        value={data.match}
        options={['all', 'any'] as const}
        words="match"
        onChange={(match) => set({ match })}
      />
      <ListField<Condition>
        title={t('form.conditions')}
        items={data.conditions}
        max={maxConditions}
        addLabel={t('form.addCondition')}
        keyOf={(_condition, at) => String(at)}
        create={() => ({ plugin: 'flows', name: 'none', input: {}, negated: false })}
        onChange={(conditions) => set({ conditions })}
      >
        {({ negated, ...call }, change) => (
          <>
            <BlockChoice
              call={call.name === 'none' ? null : call}
              offered={offer?.conditions ?? []}
              chooseLabel={t('form.chooseCondition')}
              goneLabel={(name) => t('form.goneBlock', { name })}
              onChange={(changed) => change({ ...changed, negated })}
            />
            <Checkbox
              checked={negated}
              label={t('form.negated')}
              onCheckedChange={(turned) => change({ ...call, negated: turned })}
            />
          </>
        )}
      </ListField>
      <ListField<VariableTest>
        title={t('form.tests')}
        items={data.tests}
        max={maxConditions}
        addLabel={t('form.addTest')}
        keyOf={(_test, at) => String(at)}
        create={() => ({ variable: '', is: 'equals', value: '', negated: false })}
        onChange={(tests) => set({ tests })}
      >
        {(test, change) => (
          <>
            <LineField
              label={t('form.variable')}
              max={40}
              value={test.variable}
              onChange={(variable) => change({ ...test, variable })}
            />
            <ChoiceField
              label={t('form.comparison')}
              value={test.is}
              options={comparisons}
              words="comparison"
              onChange={(is) => change({ ...test, is })}
            />
            {test.is !== 'filled' && test.is !== 'empty' && (
              <LineField
                label={t('form.value')}
                max={maxValueLength}
                value={test.value}
                onChange={(value) => change({ ...test, value })}
              />
            )}
            <Checkbox
              checked={test.negated}
              label={t('form.negated')}
              onCheckedChange={(negated) => change({ ...test, negated })}
            />
          </>
        )}
      </ListField>
    </>
  )
}
