import { Button, Field, toast, useErrorText, useWords } from '@recado/sdk/ui'
import type { FlowPart } from '../../../graph/graph.ts'
import { maxMediaBytes, maxParts } from '../../../graph/limits.ts'
import { useUploadFile } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'
import { PollFields } from './poll-fields.tsx'
import { ChoiceField, LineField, ListField, NumberField, TextField } from './fields.tsx'

const kinds = ['text', 'media', 'location', 'contact', 'poll'] as const
const fresh: Readonly<Record<FlowPart['kind'], FlowPart>> = {
  text: { kind: 'text', text: '' },
  media: { kind: 'media', as: 'document', media: null, mime: '', name: '', bytes: 0, caption: '' },
  location: { kind: 'location', lat: null, lng: null, name: '', address: '' },
  contact: { kind: 'contact', name: '', phone: '' },
  poll: { kind: 'poll', question: '', options: ['', ''], several: false },
}

/** What a message block sends, part by part. */
export function MessageFields({ data, onChange }: FieldsOf<'message'>) {
  const { t } = useWords()
  return (
    <ListField<FlowPart>
      title={t('form.parts')}
      items={data.parts}
      max={maxParts}
      addLabel={t('form.addPart')}
      keyOf={(_part, at) => String(at)}
      create={() => fresh.text}
      onChange={(parts) => onChange({ ...data, parts })}
    >
      {(part, change) => (
        <>
          <ChoiceField
            label={t('form.partKind')}
            value={part.kind}
            options={kinds}
            words="part"
            onChange={(kind) => change(fresh[kind])}
          />
          <PartFields part={part} onChange={change} />
        </>
      )}
    </ListField>
  )
}

function PartFields({ part, onChange }: { part: FlowPart; onChange(part: FlowPart): void }) {
  const { t } = useWords()
  switch (part.kind) {
    case 'text':
      return (
        <TextField
          label={t('form.text')}
          help={t('form.variables')}
          value={part.text}
          onChange={(text) => onChange({ ...part, text })}
        />
      )
    case 'media':
      return <FileFields part={part} onChange={onChange} />
    case 'location':
      return (
        <>
          <Coordinate label={t('form.lat')} value={part.lat} most={90} onChange={(lat) => onChange({ ...part, lat })} />
          <Coordinate
            label={t('form.lng')}
            value={part.lng}
            most={180}
            onChange={(lng) => onChange({ ...part, lng })}
          />
          <LineField label={t('form.placeName')} value={part.name} onChange={(name) => onChange({ ...part, name })} />
          <LineField
            label={t('form.address')}
            value={part.address}
            max={500}
            onChange={(address) => onChange({ ...part, address })}
          />
        </>
      )
    case 'contact':
      return (
        <>
          <LineField label={t('field.name')} value={part.name} onChange={(name) => onChange({ ...part, name })} />
          <LineField
            label={t('form.phone')}
            value={part.phone}
            max={40}
            onChange={(phone) => onChange({ ...part, phone })}
          />
        </>
      )
    case 'poll':
      return <PollFields part={part} onChange={onChange} />
  }
}

type MediaPart = Extract<FlowPart, { kind: 'media' }>

/** A file of 5 MB at most (S5-042, S9-015), uploaded when it is chosen. */
function FileFields({ part, onChange }: { part: MediaPart; onChange(part: FlowPart): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const upload = useUploadFile()
  const choose = (file: File | undefined): void => {
    if (!file) return
    if (file.size > maxMediaBytes) {
      toast.error(t('form.fileTooLarge'))
      return
    }
    upload.mutate(file, {
      onSuccess: ({ media, as, mime, name, bytes }) => onChange({ ...part, media, as, mime, name, bytes }),
      onError: (error) => toast.error(textOf(error)),
    })
  }
  return (
    <>
      <Field label={t('form.file')} help={t('form.fileHelp')}>
        <input
          type="file"
          className="w-full text-list"
          disabled={upload.isPending}
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </Field>
      {part.media !== null && (
        <p className="flex items-center gap-2 text-list break-all">
          {part.name}
          <Button size="small" variant="ghost" onClick={() => onChange({ ...part, media: null, name: '', bytes: 0 })}>
            {t('form.removeFile')}
          </Button>
        </p>
      )}
      <TextField
        label={t('form.caption')}
        rows={2}
        max={1_024}
        value={part.caption}
        onChange={(caption) => onChange({ ...part, caption })}
      />
    </>
  )
}

const Coordinate = ({
  label,
  value,
  most,
  onChange,
}: {
  label: string
  value: number | null
  most: number
  onChange(value: number | null): void
}) => <NumberField label={label} value={value} min={-most} max={most} step="any" onChange={onChange} />
