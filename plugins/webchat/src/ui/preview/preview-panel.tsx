import { useViewer, useWords, type SlotMap } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import type { PreviewMessage } from '../../channel/preview-message.ts'

/** Beside the settings of a connection: the widget itself, drawn anew with every key. */
export default function PreviewPanel({ values }: SlotMap['connection.preview']) {
  const { t } = useWords()
  const { name, locale } = useViewer()
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!ready) return
    const message: PreviewMessage = {
      mark: 'recado.webchat.preview',
      values,
      locale,
      agent: name,
      question: t('preview.question'),
      answer: t('preview.answer'),
    }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [ready, values, locale, name, t])
  return (
    // The page is the plugin's own, and a sandbox that lets its script run and hear this origin would hold nothing
    // back.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      src="/p/webchat/preview"
      title={t('preview.title')}
      className="h-[38rem] w-full rounded-lg border border-line"
      onLoad={() => setReady(true)}
    />
  )
}
