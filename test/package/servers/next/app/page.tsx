export default function Page() {
  return <p>Ready</p>;
}
