import { Field, Select, useWords } from '@recado/sdk/ui'
import type { FlowNode, NodeOf } from '../../../graph/graph.ts'
import { maxBranches, maxValueLength, maxWaitMinutes } from '../../../graph/limits.ts'
import { useFlowList, useOffer } from '../../use-flows.ts'
import { AttributeFields } from './attribute-fields.tsx'
import {
  ChoiceField,
  DestinationField,
  LineField,
  ListField,
  NumberField,
  ReferenceField,
  TagsField,
  TextField,
} from './fields.tsx'
import { nextId } from './next-id.ts'

/** Fields of the blocks that need few. */
export function ActFields({ node, onChange }: { node: FlowNode; onChange(data: FlowNode['data']): void }) {
  const { t } = useWords()
  switch (node.kind) {
    case 'hours':
      return (
        <>
          <ReferenceField
            name="queue"
            refersTo="queue"
            value={node.data.queueId}
            onChange={(queueId) => onChange({ ...node.data, queueId })}
          />
          <LineField
            label={t('form.changeVariable')}
            help={t('form.changeVariableHelp')}
            max={40}
            value={node.data.variable}
            onChange={(variable) => onChange({ ...node.data, variable })}
          />
        </>
      )
    case 'wait':
      return (
        <>
          <ChoiceField
            label={t('form.until')}
            value={node.data.until}
            options={['time', 'reply'] as const}
            words="until"
            onChange={(until) => onChange({ ...node.data, until })}
          />
          <NumberField
            label={t('form.minutes')}
            value={node.data.minutes}
            min={1}
            max={maxWaitMinutes}
            onChange={(minutes) => onChange({ ...node.data, minutes: minutes ?? 1 })}
          />
          {node.data.until === 'reply' && (
            <LineField
              label={t('form.variable')}
              help={t('form.variableHelp')}
              max={40}
              value={node.data.variable}
              onChange={(variable) => onChange({ ...node.data, variable })}
            />
          )}
        </>
      )
    case 'split':
      return (
        <ListField<NodeOf<'split'>['data']['branches'][number]>
          title={t('form.branches')}
          items={node.data.branches}
          max={maxBranches}
          addLabel={t('form.addBranch')}
          keyOf={({ id }) => id}
          create={() => ({ id: nextId(node.data.branches, 'r'), label: '', weight: 1 })}
          onChange={(branches) => onChange({ branches })}
        >
          {(branch, change) => (
            <>
              <LineField
                label={t('field.name')}
                max={72}
                value={branch.label}
                onChange={(label) => change({ ...branch, label })}
              />
              <NumberField
                label={t('form.weight')}
                value={branch.weight}
                min={0}
                max={1_000}
                onChange={(weight) => change({ ...branch, weight: weight ?? 0 })}
              />
            </>
          )}
        </ListField>
      )
    case 'variable':
      return (
        <>
          <LineField
            label={t('form.variable')}
            max={40}
            value={node.data.variable}
            onChange={(variable) => onChange({ ...node.data, variable })}
          />
          <LineField
            label={t('form.value')}
            help={t('form.variables')}
            max={maxValueLength}
            value={node.data.value}
            onChange={(value) => onChange({ ...node.data, value })}
          />
        </>
      )
    case 'attribute':
      return (
        <>
          <AttributeFields
            value={node.data.attribute}
            onChange={(attribute) => onChange({ ...node.data, attribute: attribute ?? { of: 'contact', key: '' } })}
          />
          <LineField
            label={t('form.value')}
            help={t('form.variables')}
            max={maxValueLength}
            value={node.data.value}
            onChange={(value) => onChange({ ...node.data, value })}
          />
        </>
      )
    case 'tag':
      return (
        <>
          <ChoiceField
            label={t('form.tagAct')}
            value={node.data.act}
            options={['add', 'remove'] as const}
            words="tagAct"
            onChange={(act) => onChange({ ...node.data, act })}
          />
          <TagsField value={node.data.tagIds} onChange={(tagIds) => onChange({ ...node.data, tagIds })} />
        </>
      )
    case 'priority':
      return (
        <ChoiceField
          label={t('form.priority')}
          value={node.data.priority}
          options={['low', 'normal', 'high', 'urgent'] as const}
          words="priority"
          onChange={(priority) => onChange({ priority })}
        />
      )
    case 'people':
      return (
        <>
          <DestinationField
            label={t('form.destination')}
            value={node.data.destination}
            onChange={(destination) => onChange({ ...node.data, destination })}
          />
          <TextField
            label={t('form.lastText')}
            value={node.data.text}
            onChange={(text) => onChange({ ...node.data, text })}
          />
          <LineField
            label={t('form.note')}
            value={node.data.note}
            onChange={(note) => onChange({ ...node.data, note })}
          />
        </>
      )
    case 'close':
      return (
        <>
          <TextField
            label={t('form.lastText')}
            value={node.data.text}
            onChange={(text) => onChange({ ...node.data, text })}
          />
          <LineField
            label={t('form.note')}
            value={node.data.note}
            onChange={(note) => onChange({ ...node.data, note })}
          />
        </>
      )
    case 'next':
      return <LineField label={t('form.note')} value={node.data.note} onChange={(note) => onChange({ note })} />
    case 'flow':
      return <FlowChoice value={node.data.flowId} onChange={(flowId) => onChange({ flowId })} />
    case 'survey':
      return <SurveyChoice value={node.data.survey} onChange={(survey) => onChange({ survey })} />
    default:
      return null
  }
}

/** Another flow that is published. */
function FlowChoice({ value, onChange }: { value: string | null; onChange(value: string | null): void }) {
  const { t } = useWords()
  const published = (useFlowList().data ?? []).filter(({ version }) => version !== null)
  return (
    <Field label={t('form.flow')}>
      <Select
        value={value ?? ''}
        options={[{ value: '', label: '–' }, ...published.map(({ id, name }) => ({ value: id, label: name }))]}
        onValueChange={(id) => onChange(id === '' ? null : id)}
      />
    </Field>
  )
}

/** A survey that a plugin offers. */
function SurveyChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useWords()
  const surveys = useOffer().data?.surveys ?? []
  return (
    <Field label={t('form.survey')} {...(surveys.length === 0 && { help: t('form.noSurvey') })}>
      <Select
        value={value}
        options={[{ value: '', label: '–' }, ...surveys.map(({ id, name }) => ({ value: id, label: name }))]}
        onValueChange={onChange}
      />
    </Field>
  )
}
