export default function Cards() {
  return null
}
