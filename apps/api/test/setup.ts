// With shared modules, Vitest runs this file once per test file, but its imports only once.
import './observe-answers.ts'
