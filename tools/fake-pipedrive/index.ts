export { type Collection, type FakePipedrive, type Mood, startFakePipedrive } from './server.ts'
