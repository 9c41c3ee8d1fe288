export default function Page() {
  return <h1>game-session</h1>;
}
