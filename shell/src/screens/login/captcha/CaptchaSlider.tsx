import { Button } from '@recado/sdk/ui'
import { Check, ChevronsRight, RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sliderEnd, type Captcha } from './use-captcha.ts'

/**
 * The slider of S2-004. It is the browser's own range, so that fingers, mice, keys and screen readers move it as they
 * move every other; a click at its end completes it too.
 */
export function CaptchaSlider({ captcha, error }: { captcha: Captcha; error?: string | undefined }) {
  const { t } = useTranslation()
  const id = useId()
  const { position, completed, state } = captcha
  const words = completed
    ? t(state === 'ready' ? 'login.captcha.ready' : 'login.captcha.solving')
    : t('login.captcha.drag')
  const failed = state === 'failed'
  return (
    <div className="k-field">
      <label htmlFor={`${id}-slider`} className="k-label">
        {t('login.captcha.label')}
      </label>
      <div
        className="captcha"
        data-completed={completed || undefined}
        data-invalid={error ? true : undefined}
        style={{ '--done': position / sliderEnd } as React.CSSProperties}
      >
        <span className="captcha-words" aria-hidden>
          {words}
        </span>
        <input
          id={`${id}-slider`}
          type="range"
          min={0}
          max={sliderEnd}
          step={1}
          value={position}
          onChange={(event) => captcha.slide(Number(event.target.value))}
          aria-valuetext={completed ? t('login.captcha.completed') : t('login.captcha.progress', { percent: position })}
          aria-describedby={`${id}-help`}
          aria-invalid={error ? true : undefined}
        />
        <span className="captcha-thumb" aria-hidden>
          {completed ? <Check size={16} /> : <ChevronsRight size={16} />}
        </span>
      </div>
      <span className="k-visually-hidden" id={`${id}-help`}>
        {error ? `${error} ` : ''}
        {t('login.captcha.help')}
      </span>
      <span className="k-visually-hidden" role="status">
        {completed ? words : ''}
      </span>
      {error && (
        <p className="k-field-error" aria-hidden>
          {error}
        </p>
      )}
      {failed && (
        <p className="k-field-error flex flex-wrap items-center gap-2" role="alert">
          {t('login.captcha.failed')}
          <Button size="small" icon={<RotateCw size={14} />} onClick={() => captcha.renew(true)}>
            {t('action.retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
