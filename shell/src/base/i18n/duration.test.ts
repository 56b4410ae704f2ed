import { expect, it } from 'vitest'
import { agoText, minutesText, secondsText, sinceText } from './duration.ts'

it('says how long something takes in the largest unit that tells enough', () => {
  const said = [0.2, 1, 119.9, 120, 7_199, 7_200, 172_799, 172_800].map((seconds) => secondsText(seconds, 'pt-BR'))
  expect(said).toEqual([
    '1 segundo',
    '1 segundo',
    '119 segundos',
    '2 minutos',
    '119 minutos',
    '2 horas',
    '47 horas',
    '2 dias',
  ])
  const inMinutes = [0, 119, 120, 2_880].map((minutes) => minutesText(minutes, 'en', 'long'))
  expect(inMinutes).toEqual(['0 minutes', '119 minutes', '2 hours', '2 days'])
})

it('says how long ago something was in the words of each language', () => {
  const said = (['pt-BR', 'en', 'es', 'ru'] as const).map((locale) => agoText(61, locale))
  expect(said).toEqual(['há 61 segundos', '61 seconds ago', 'hace 61 segundos', '61 секунду назад'])
})

it('says since when in the largest whole unit, and nothing of the future', () => {
  const said = [-5, 59, 60, 7_199, 86_399, 86_400, 2_592_000, 31_536_000].map((seconds) => sinceText(seconds, 'pt-BR'))
  expect(said).toEqual([
    'agora',
    'agora',
    'há 1 minuto',
    'há 1 hora',
    'há 23 horas',
    'há 1 dia',
    'há 1 mês',
    'há 1 ano',
  ])
})
