export * as library from 'react-i18next'
