import { Button, Field, Input, toast, useApi, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

/** Card below a session that waits to be linked: who cannot scan asks for a code to be typed on the phone. */
export default function PairingCard({ connection: { id, status } }: SlotMap['connection.card']) {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  const formId = useId()
  const [typed, setTyped] = useState<string>()
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (number: string) => api.post(`pairing/${id}`, { number }),
    onSuccess: () => {
      toast.success(t('pairing.asked'))
      setTyped(undefined)
    },
  })
  if (status !== 'qrcode') return null
  if (typed === undefined)
    return (
      <Button size="small" variant="ghost" onClick={() => setTyped('')}>
        {t('pairing.open')}
      </Button>
    )
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    mutate(typed)
  }
  const isNoNumber = error instanceof Error && 'code' in error && error.code === 'ERR_VALIDATION'
  const wrong = error && { error: isNoNumber ? t('pairing.invalid') : errorText(error) }
  return (
    <form id={formId} className="flex max-w-md flex-col gap-3" aria-label={t('pairing.title')} onSubmit={submitted}>
      <Field label={t('pairing.number')} help={t('pairing.help')} {...wrong}>
        <Input
          type="tel"
          autoComplete="tel"
          autoFocus
          value={typed}
          onChange={({ target }) => {
            reset()
            setTyped(target.value)
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" form={formId} variant="primary" busy={isPending} disabled={!typed.trim()}>
          {t('pairing.send')}
        </Button>
        <Button variant="ghost" onClick={() => setTyped(undefined)}>
          {t('pairing.cancel')}
        </Button>
      </div>
    </form>
  )
}
