import { scoring } from '../../scoring.ts'

export default scoring('scorer', {
  uses: ['attributes.write', 'segments.read'],
  attributes: {
    score: {
      owner: 'contact',
      type: 'number',
      label: { 'pt-BR': 'Pontuação', en: 'Score', es: 'Puntaje', ru: 'Оценка' },
    },
    stage: {
      owner: 'ticket',
      type: 'choice',
      label: { 'pt-BR': 'Etapa', en: 'Stage', es: 'Etapa', ru: 'Этап' },
      options: {
        new: { 'pt-BR': 'Nova', en: 'New', es: 'Nueva', ru: 'Новая' },
        won: { 'pt-BR': 'Ganha', en: 'Won', es: 'Ganada', ru: 'Выиграна' },
      },
    },
  },
})
