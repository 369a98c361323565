/** What is said to people who do not see the board. */
class AnnouncerState {
    #polite = $state('');
    #urgent = $state('');
    get polite(): string {
        return this.#polite;
    }
    get urgent(): string {
        return this.#urgent;
    }
    say(text: string): void {
        // The same words twice are still news: a no-break space makes them differ.
        this.#polite = this.#polite === text ? `${text}\u00a0` : text;
    }
    alert(text: string): void {
        this.#urgent = this.#urgent === text ? `${text}\u00a0` : text;
    }
}
export const announcer = new AnnouncerState();
