/** @jsxImportSource preact */
import type { Chat } from '../chat.ts'
import { sliderEnd, type SliderState } from '../slider.ts'
import type { Words } from '../words.ts'

/** The browser's own range: fingers, mice, keys and screen readers move it as they move every other. */
export function SliderBar({
  chat,
  slider: { position, state, again },
  words,
}: {
  chat: Chat
  slider: SliderState
  words: Words
}) {
  const completed = position >= sliderEnd
  return (
    <section class="slider" aria-labelledby="slider-title">
      <p id="slider-title" role="status">
        {words(again ? 'sliderAgain' : 'sliderWhy')}
      </p>
      <label for="slider">{words('slider')}</label>
      <input
        id="slider"
        type="range"
        min={0}
        max={sliderEnd}
        step={1}
        value={position}
        disabled={state !== 'open'}
        aria-describedby="slider-title"
        aria-valuetext={words('sliderAt', { percent: position })}
        onInput={({ currentTarget }) => chat.slide(Number(currentTarget.value))}
      />
      <p class="help" role="status">
        {state === 'sending' ? words('sliderSending') : completed ? '' : words('sliderHelp')}
      </p>
      {state === 'failed' && (
        <p class="wrong" role="alert">
          {words('sliderFailed')}{' '}
          <button type="button" onClick={() => chat.retrySlider()}>
            {words('retry')}
          </button>
        </p>
      )}
    </section>
  )
}
