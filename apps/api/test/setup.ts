// With shared modules, Vitest runs this file once for each test file, but what it imports only once.
import './observe-answers.ts'
