import {
  Button,
  Field,
  Skeleton,
  Textarea,
  toast,
  useApi,
  useErrorText,
  usePermission,
  useWords,
  VisuallyHidden,
  type SlotMap,
} from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { ShownPasskey } from '../../passkey/shown.ts'
import { consoleCommand } from './console-command.ts'
import { Helper } from './browser-helper.tsx'
import { useMinutesLeft } from './use-minutes-left.ts'

const lookEveryMs = 2_000
/**
 * Of the plugin for the official API: a number of the Business app is connected there, and stays in the app. Who has
 * the permission has the plugin.
 */
const [officialPage, officialPermission] = ['/configuracoes/whatsapp-oficial', 'waba.signup']

/** Card below a number that WhatsApp asks a passkey of: what to do, step by step. */
export default function PasskeyCard({ connection }: SlotMap['connection.card']) {
  if (connection.status !== 'passkey') return null
  return <Asked connection={connection} />
}

function Asked({ connection }: SlotMap['connection.card']) {
  const { t } = useWords()
  const api = useApi()
  const isOfficialOffered = usePermission(officialPermission)
  const asked = useQuery({
    queryKey: ['whatsapp', 'passkey', connection.id],
    queryFn: ({ signal }) => api.get<{ passkey: ShownPasskey | null }>(`passkey/${connection.id}`, { signal }),
    refetchInterval: lookEveryMs,
  })
  const shown = asked.data?.passkey
  return (
    <section className="flex flex-col gap-3" aria-label={t('passkey.title')}>
      {asked.isPending && (
        <>
          <span role="status">
            <VisuallyHidden>{t('passkey.loading')}</VisuallyHidden>
          </span>
          <Skeleton lines={4} />
        </>
      )}
      {shown?.step === 'sign' && <Sign connectionId={connection.id} options={shown.options} until={shown.until} />}
      {shown?.step === 'compare' && <Compare connectionId={connection.id} code={shown.code} until={shown.until} />}
      {shown?.step === 'sent' && (
        <>
          <TimeLeft until={shown.until} />
          <p role="status">{t('passkey.sent')}</p>
        </>
      )}
      <p className="text-sm">
        <span className="opacity-75">{t('passkey.ways')}</span>{' '}
        {isOfficialOffered && (
          <Link to={officialPage as never} className="underline underline-offset-2">
            {t('passkey.official')}
          </Link>
        )}
      </p>
    </section>
  )
}

function Sign({ connectionId, options, until }: { connectionId: string; options: string; until: string }) {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [answer, setAnswer] = useState('')
  const send = useMutation({
    mutationFn: () => api.post(`passkey/${connectionId}`, { answer }),
    onSuccess: () => {
      setAnswer('')
      void queries.invalidateQueries({ queryKey: ['whatsapp', 'passkey', connectionId] })
    },
  })
  const command = consoleCommand(options)
  const copy = () => void navigator.clipboard.writeText(command).then(() => toast.success(t('passkey.copied')))
  const isInvalid = (send.error as { code?: string } | null)?.code === 'ERR_VALIDATION'
  return (
    <>
      <TimeLeft until={until} />
      <p className="text-sm">{t('passkey.step1')}</p>
      <Helper connectionId={connectionId} />
      <details>
        <summary className="cursor-pointer text-sm">{t('passkey.byHand')}</summary>
        <div className="mt-2 flex flex-col gap-3">
          <ol className="flex list-decimal flex-col gap-2 ps-5 text-sm">
            <li>{t('passkey.step2')}</li>
            <li>
              {t('passkey.step3')}
              <div className="mt-1.5 flex flex-wrap items-center gap-2">
                <code
                  className="max-w-full truncate rounded border px-2 py-1 text-xs"
                  aria-label={t('passkey.command')}
                >
                  {command}
                </code>
                <Button size="small" onClick={copy}>
                  {t('passkey.copy')}
                </Button>
              </div>
            </li>
            <li>{t('passkey.step4')}</li>
          </ol>
          <form
            className="flex flex-col gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              send.mutate()
            }}
          >
            <Field
              label={t('passkey.answer')}
              help={t('passkey.answerHelp')}
              {...(send.error && { error: isInvalid ? t('passkey.invalid') : errorText(send.error) })}
            >
              <Textarea
                rows={3}
                value={answer}
                onChange={(event) => setAnswer(event.target.value)}
                spellCheck={false}
              />
            </Field>
            <div>
              <Button type="submit" variant="primary" busy={send.isPending} disabled={answer.trim() === ''}>
                {t('passkey.send')}
              </Button>
            </div>
          </form>
        </div>
      </details>
    </>
  )
}

function Compare({ connectionId, code, until }: { connectionId: string; code: string; until: string }) {
  const { t } = useWords()
  const api = useApi()
  const confirm = useMutation({
    mutationFn: () => api.post(`passkey/${connectionId}/confirm`),
    onError: (error) => toast.error(error),
  })
  return (
    <>
      <TimeLeft until={until} />
      <p>{t('passkey.compare')}</p>
      <p className="font-mono text-2xl tracking-widest">{`${code.slice(0, 4)}-${code.slice(4)}`}</p>
      <div>
        <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('passkey.same')}
        </Button>
      </div>
    </>
  )
}

function TimeLeft({ until }: { until: string }): ReactNode {
  const { t } = useWords()
  const minutes = useMinutesLeft(until)
  return <p className="text-sm font-medium">{minutes > 0 ? t('passkey.time', { minutes }) : t('passkey.over')}</p>
}
