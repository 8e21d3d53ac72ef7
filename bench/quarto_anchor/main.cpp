// Answers boards of Quarto with the solver by indjev99 (https://github.com/indjev99/Quarto-Solver,
// MIT), whose source the script `build` compiles with this file.
//
// A board is a line of sixteen cells, a1 first, row by row: a hex digit for a piece, a dot for an
// empty cell. The answer repeats the board and adds its score for the side that is to give a piece,
// and how many milliseconds that took. The tables are empty before each board.

#define main solver_main
#include SOLVER
#undef main

#include <chrono>

// Rows, columns and diagonals. The solver has only variants with more lines.
std::vector<uint16_t> standardWinMasks()
{
    return {0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248};
}

int main()
{
    using Clock = std::chrono::steady_clock;

    std::string board;
    while (std::getline(std::cin, board) && board.size() >= NUM_CELLS)
    {
        State state;
        FOR_CELLS(cell)
        {
            if (board[cell] == '.') continue;
            state.moveSelect(std::stoi(std::string(1, board[cell]), nullptr, 16));
            state.movePlace(cell);
        }
        for (auto& table : transTables) table.clear();
        auto begun = Clock::now();
        int score = eval(state);
        double ms = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
        std::cout << board << ' ' << score << ' ' << ms << std::endl;
    }
}
