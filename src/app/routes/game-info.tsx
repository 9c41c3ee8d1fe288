export default function Page() {
  return <h1>game-info</h1>;
}
