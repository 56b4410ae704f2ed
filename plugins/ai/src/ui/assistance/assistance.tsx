import { Field, Select, Switch, toast, useApi, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { languageChoices } from '../languages.ts'
import { useAssistance } from '../use-assistance.ts'
import { Hints } from './hints.tsx'
import { Similar } from './similar.tsx'
import { Summary } from './summary.tsx'
import { TicketUsage } from './ticket-usage.tsx'

type Ticket = SlotMap['ticket.sidebar']['ticket']
/** Values of the choice that a ticket keeps as null: what the company does; the language that is found out. */
const unset = 'unset'

/** Help in this conversation: summary, what is written out and translated between which languages, and its usage. */
export default function Assistance({ ticket }: SlotMap['ticket.sidebar']) {
  const [mayHint, mayFind, mayRead] = [usePermission('hint'), usePermission('similar'), usePermission('words')]
  const on = useAssistance()
  return (
    <div className="flex flex-col gap-4">
      <Summary key={ticket.id} ticketId={ticket.id} />
      {mayHint && on.hints && <Hints key={`hints ${ticket.id}`} ticketId={ticket.id} />}
      {mayFind && on.similar && <Similar key={`similar ${ticket.id}`} ticketId={ticket.id} />}
      {mayRead && <Transcription ticket={ticket} />}
      {mayRead && <Translation ticket={ticket} />}
      <TicketUsage key={`usage ${ticket.id}`} ticketId={ticket.id} />
    </div>
  )
}

function Transcription({ ticket }: { ticket: Ticket }) {
  const { t } = useWords()
  const api = useApi()
  const save = useMutation({
    mutationFn: (audioTranscription: boolean | null) =>
      api.put(`/tickets/${ticket.id}/audio-transcription`, { audioTranscription }),
    onError: (error) => void toast.error(error),
  })
  const { audioTranscription: kept } = ticket
  const shown = save.isPending ? save.variables : kept
  return (
    <Field label={t('assistance.transcription')}>
      <Select
        value={shown === null ? unset : String(shown)}
        options={[unset, 'true', 'false'].map((value) => ({ value, label: t(`assistance.transcribe.${value}`) }))}
        onValueChange={(value) => save.mutate(value === unset ? null : value === 'true')}
      />
    </Field>
  )
}

type Languages = Pick<Ticket, 'translationEnabled' | 'clientLanguage' | 'agentLanguage'>

function Translation({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useWords()
  const api = useApi()
  const save = useMutation({
    mutationFn: (change: Partial<Languages>) => api.put(`/tickets/${ticket.id}/translation-settings`, change),
    onError: (error) => void toast.error(error),
  })
  const shown: Languages = { ...ticket, ...(save.isPending ? save.variables : {}) }
  const language = (name: 'clientLanguage' | 'agentLanguage') => (
    <Field label={t(`assistance.${name}`)}>
      <Select
        value={shown[name] ?? unset}
        options={[
          { value: unset, label: t(`assistance.unset.${name}`) },
          ...languageChoices(i18n.language, [shown[name]]),
        ]}
        onValueChange={(value) => save.mutate({ [name]: value === unset ? null : value })}
      />
    </Field>
  )
  return (
    <>
      <Switch
        checked={shown.translationEnabled}
        label={t('assistance.translation')}
        onCheckedChange={(translationEnabled) => save.mutate({ translationEnabled })}
      />
      {shown.translationEnabled && (
        <>
          {language('agentLanguage')}
          {language('clientLanguage')}
        </>
      )}
    </>
  )
}
